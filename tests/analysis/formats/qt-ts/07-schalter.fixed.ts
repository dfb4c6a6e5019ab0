<TS language="de"><context>
<!-- mitgemeint: off -->
<message><source>x</source><translation>Der Mieter</translation></message>
<!-- mitgemeint: on -->
<message><source>y</source><translation>Der*die Vermieter*in</translation></message>
</context></TS>
