<!DOCTYPE TS><TS version="2.1" language="de">
<context><name>List</name>
<message numerus="yes"><source>%n reader(s)</source>
<translation><numerusform>%n Leser*in</numerusform><numerusform>%n Leser*innen</numerusform></translation></message>
<message><source>%1 of %2</source><translation>%1: der*die Autor*in %2</translation></message>
</context></TS>
