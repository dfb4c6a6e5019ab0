<!DOCTYPE TS><TS version="2.1" language="fr_FR">
<context><message><source>Der Leser</source><translation>Administrator</translation></message></context>
</TS>
