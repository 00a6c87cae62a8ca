//! Making moves, attacks, exchanges and SFEN of the built-in games.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use daiban::position::Position;
use daiban::position::see::ExchangeValues;
use daiban::types::Color;

mod support;

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("position");
    for id in support::GAMES {
        let mut position = support::middle(id);
        let list = position.moves();
        group.throughput(Throughput::Elements(list.len() as u64));
        group.bench_function(BenchmarkId::new("make and unmake all", id), |b| {
            b.iter(|| {
                for &m in &list {
                    let undo = position.make_move(black_box(m));
                    position.unmake_move(&undo);
                }
            });
        });
        let squares: Vec<_> = Color::ALL.iter().flat_map(|&c| position.pieces(c)).collect();
        group.throughput(Throughput::Elements(squares.len() as u64));
        group.bench_function(BenchmarkId::new("is attacked, all pieces", id), |b| {
            b.iter(|| {
                let attacked = |&&s: &&_| position.is_attacked(s, !position.at(s).color());
                squares.iter().filter(attacked).count()
            });
        });
        let kinds = position.variant().kinds.len() as i32;
        let values = ExchangeValues::new((0..2 * kinds).map(|i| 100 + 37 * (i / 2)).collect());
        let captures: Vec<_> = list.iter().copied().filter(|&m| position.is_capture(m)).collect();
        group.throughput(Throughput::Elements(captures.len() as u64));
        group.bench_function(BenchmarkId::new("exchange of all captures", id), |b| {
            b.iter(|| captures.iter().filter(|&&m| position.see_ge(m, 0, &values)).count());
        });
        let (variant, text) = (position.variant().clone(), position.sfen());
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("read SFEN", id), |b| {
            b.iter(|| Position::from_sfen(&variant, black_box(&text)));
        });
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
