<TS language="de_AT"><context>
<message><source>x</source><translation>Die Rolle &quot;Leser&quot; ist f&#252;r Mitarbeitende.</translation></message>
<message><source>y</source><translation>%1 % der W&#xE4;hlenden</translation></message>
</context></TS>
