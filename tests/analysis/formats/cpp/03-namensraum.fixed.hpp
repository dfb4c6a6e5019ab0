#pragma once

namespace verein::trainer {

/** Der*die Kapitän*in spricht mit dem*der Schiedsrichter*in (siehe Spieler::name). */
class Kapitaen;

}  // namespace verein::trainer
