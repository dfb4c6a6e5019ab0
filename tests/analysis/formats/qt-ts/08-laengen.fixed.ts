<TS language="de"><context>
<message><source>x</source><translation variants="yes"><lengthvariant>Die Bearbeiter*innen des Dokuments</lengthvariant><lengthvariant>Bearbeiter*innen</lengthvariant></translation></message>
</context></TS>
