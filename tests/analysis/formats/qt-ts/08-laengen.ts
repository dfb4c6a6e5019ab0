<TS language="de"><context>
<message><source>x</source><translation variants="yes"><lengthvariant>Die Bearbeiter des Dokuments</lengthvariant><lengthvariant>Bearbeiter</lengthvariant></translation></message>
</context></TS>
