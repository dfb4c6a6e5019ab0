<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../mainwindow.cpp" line="42"/>
        <source>&amp;Users</source>
        <translation>Be&amp;nutzer*innen</translation>
    </message>
    <message>
        <source>Ask your administrator.</source>
        <translatorcomment>Der Kunde liest das nicht.</translatorcomment>
        <translation>Fragen Sie eine*n Administrator*in.</translation>
    </message>
</context>
</TS>
