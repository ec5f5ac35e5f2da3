//! Dice that fall the same everywhere.

/// SplitMix64: one state, any start.
pub struct Dice(u64);

impl Dice {
    pub fn new(start: u64) -> Dice {
        Dice(start)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of these; what stands there twice comes twice as often.
    pub fn of<T: Copy>(&mut self, faces: &[T]) -> T {
        faces[(self.roll() % faces.len() as u64) as usize]
    }

    /// True once in so many.
    pub fn once_in(&mut self, rolls: u64) -> bool {
        self.roll() % rolls == 0
    }
}
