//! x
use daiban::game::Game;
use daiban::search::*;
use daiban::variant::*;
use std::sync::Arc;
use std::time::Duration;
struct L;
impl SearchListener for L {
    fn on_info(&mut self, i: &SearchInfo) {
        println!(
            "d{} sd{} {} n{} nps{} t{:?} pv{}",
            i.depth,
            i.seldepth,
            i.score,
            i.nodes,
            i.nps,
            i.time,
            i.pv.len()
        );
    }
}
fn main() {
    for id in ["chu", "dai", "maka"] {
        let v = Arc::new(Registry::new().get(id).unwrap().default_variant().unwrap());
        let g = Game::new(&v).unwrap();
        let mut p = SearchPool::new(64, 1);
        let r = p.search(&g, &Limits::movetime(Duration::from_secs(5)), &Control::new(), &mut L);
        println!("{id} {:?} {} nodes {:?}", r.best, r.nodes, r.time);
        // nodes
        let r = p.search(&g, &Limits::nodes(20000), &Control::new(), &mut L);
        println!("{id} {:?} {} nodes {:?}", r.best, r.nodes, r.time);
    }
}
