<!DOCTYPE TS><TS version="2.1" language="de">
<context><name>List</name>
<message numerus="yes"><source>%n reader(s)</source>
<translation><numerusform>%n Leser</numerusform><numerusform>%n Leser</numerusform></translation></message>
<message><source>%1 of %2</source><translation>%1: der Autor %2</translation></message>
</context></TS>
