//! The search from the start positions of the built-in games: nodes per second, one thread.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use daiban::game::Game;
use daiban::search::{Control, Limits, SearchPool};

mod support;

/// Nodes of one search.
const NODES: u64 = 50_000;

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    for id in support::GAMES {
        for (name, position) in [("start", support::start(id)), ("middle", support::middle(id))] {
            let game = Game::from_position(position);
            let mut pool = SearchPool::new(16, 1);
            group.bench_function(BenchmarkId::new(id, name), |b| {
                b.iter(|| {
                    pool.clear();
                    pool.search(&game, &Limits::nodes(NODES), &Control::new(), &mut ())
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
