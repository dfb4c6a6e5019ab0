#pragma once

namespace verein::trainer {

/** Der Kapitän spricht mit dem Schiedsrichter (siehe Spieler::name). */
class Kapitaen;

}  // namespace verein::trainer
