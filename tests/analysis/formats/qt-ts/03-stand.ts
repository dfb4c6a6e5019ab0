<TS language="de">
<context>
<message><source>a</source><translation type="unfinished">Der Lehrer</translation></message>
<message><source>b</source><translation type="vanished">Der Schüler</translation></message>
<message><source>c</source><translation type="obsolete">Der Kunde</translation></message>
<message><source>d</source><translation>Der Käufer</translation></message>
<message><source>e</source><translation></translation></message>
</context></TS>
