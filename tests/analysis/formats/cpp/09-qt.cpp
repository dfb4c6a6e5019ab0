#include <QObject>

//: Der Übersetzer soll hier „Du“ verwenden.
QString s = QObject::tr("Der Spieler ist angemeldet.");

/* Die Anwender sehen diese Meldung nur einmal.
 * Administratoren sehen sie immer. */
void melde();
