#include <QObject>

//: Der*die Übersetzer*in soll hier „Du“ verwenden.
QString s = QObject::tr("Der Spieler ist angemeldet.");

/* Die Anwender*innen sehen diese Meldung nur einmal.
 * Administrator*innen sehen sie immer. */
void melde();
