//! Move generation and perft of the built-in games.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use daiban::movegen::perft::{LastPly, perft};
use daiban::movegen::{All, Captures, MoveList, Quiets, generate};

mod support;

fn generation(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    for id in support::GAMES {
        for (stage, position) in [("start", support::start(id)), ("middle", support::middle(id))] {
            let mut list = MoveList::new();
            let name = |kind: &str| BenchmarkId::new(kind.to_owned(), format!("{id} {stage}"));
            group.bench_function(name("all"), |b| {
                b.iter(|| {
                    list.clear();
                    generate::<All, _>(black_box(&position), &mut list);
                });
            });
            group.bench_function(name("captures"), |b| {
                b.iter(|| {
                    list.clear();
                    generate::<Captures, _>(black_box(&position), &mut list);
                });
            });
            group.bench_function(name("quiets"), |b| {
                b.iter(|| {
                    list.clear();
                    generate::<Quiets, _>(black_box(&position), &mut list);
                });
            });
        }
    }
    group.finish();
}

fn tree(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (id, depth) in [("chu", 3), ("dai", 2), ("maka", 2)] {
        let mut position = support::start(id);
        for (label, last) in [("counted", LastPly::Counted), ("played", LastPly::Played)] {
            group.throughput(Throughput::Elements(perft(&mut position, depth, last)));
            group.bench_function(BenchmarkId::new(label, id), |b| {
                b.iter(|| perft(black_box(&mut position), depth, last));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, generation, tree);
criterion_main!(benches);
