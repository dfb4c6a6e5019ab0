#ifndef LEHRER_H
#define LEHRER_H

#define LEHRER 1 /* Kennzahl für Lehrer */
#define SCHUELER 2 /* Kennzahl für Schüler */

/* Der Lehrer sieht alle Noten,
   der Schüler nur wenige. */
enum rolle { ROLLE_LEHRER, ROLLE_SCHUELER };

#endif /* LEHRER_H */
