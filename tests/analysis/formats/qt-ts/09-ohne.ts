<?xml version="1.0"?>
<TS version="2.1"><context>
<message><source>The owner</source><translation>Der Besitzer</translation></message>
<message><source>The owner</source><translation>The owner and the administrator of this file</translation></message>
</context></TS>
