<TS language="de"><context>
<message><source>x</source><translation>Liebe Besucher,

die Veranstalter begrüßen Sie.</translation></message>
<message><source>y</source><translation>Name:<byte value="x9"/>des Antragstellers</translation></message>
</context></TS>
