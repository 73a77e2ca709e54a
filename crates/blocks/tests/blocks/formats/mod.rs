//! Every format: what is written is read again, what cannot be written is refused, what cannot be read is said where.

mod bad;
mod good;
mod hostile;
mod round_trip;
