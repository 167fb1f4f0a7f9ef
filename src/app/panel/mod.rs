//! The parameter panel, with the convention chooser and the player. The player is the only state.

mod bias_panel;
mod compare_panel;
mod convention_chooser;
mod encoding_parameters;
mod model_panel;
pub(crate) mod parameter_panel;
mod parameter_row;
pub(crate) mod player;
mod rounding_chooser;
mod table_card;
mod track;
