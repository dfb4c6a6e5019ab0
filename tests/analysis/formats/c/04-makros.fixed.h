#ifndef LEHRER_H
#define LEHRER_H

#define LEHRER 1 /* Kennzahl für Lehrkräfte */
#define SCHUELER 2 /* Kennzahl für Schüler*innen */

/* Die Lehrkraft sieht alle Noten,
   der*die Schüler*in nur wenige. */
enum rolle { ROLLE_LEHRER, ROLLE_SCHUELER };

#endif /* LEHRER_H */
