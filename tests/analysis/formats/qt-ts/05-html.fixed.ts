<!DOCTYPE TS><TS version="2.1" language="de">
<context><message><source>x</source>
<translation>&lt;html&gt;&lt;p&gt;Jede*r &lt;b&gt;Spieler*in&lt;/b&gt; wartet.&lt;/p&gt;&lt;p&gt;Die Trainer*innen auch.&lt;/p&gt;&lt;/html&gt;</translation></message>
</context></TS>
