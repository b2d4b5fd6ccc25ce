/** Colours are pairs for light and dark; text has a contrast of 4.5 or more on what it stands on. */
export const docsStyle = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#12151a);--raised:light-dark(#f6f7f9,#1a1f27);
--line:light-dark(#dfe3e8,#2d343f);--text:light-dark(#1b212b,#e3e7ed);--quiet:light-dark(#566070,#a0aab8);
--link:light-dark(#0b57b0,#7db4ff);--green:light-dark(#116b39,#6fcf97);--blue:light-dark(#0b57b0,#7db4ff);
--amber:light-dark(#8a5200,#f0b860);--red:light-dark(#b3261e,#ff9a90);--purple:light-dark(#6b3fa0,#c6a4f5)}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.55 system-ui,sans-serif;
display:grid;grid-template-columns:17rem minmax(0,1fr)}
a{color:var(--link);text-decoration-thickness:.06em;text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--ground);padding:.5rem;z-index:2}
nav{position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;scrollbar-width:thin;padding:1.25rem 1rem 2rem 1.25rem;
border-right:1px solid var(--line);background:var(--raised);font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;justify-content:space-between;align-items:baseline;gap:.6rem;padding:.22rem .5rem;border-radius:5px;color:inherit;text-decoration:none}
nav li a:hover{background:var(--line)}
.brand{margin:0 .5rem 1rem;line-height:1.3}.brand a{color:inherit;text-decoration:none;font-weight:650}
.brand span,.count{color:var(--quiet);font-size:.85em}
main{padding:2.5rem clamp(1rem,4vw,3.5rem) 6rem;max-width:68rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .4rem;letter-spacing:-.01em}
.lead{font-size:1.08rem;color:var(--quiet);margin:0 0 2rem}
h2{font-size:1.3rem;margin:3rem 0 .9rem;letter-spacing:-.005em}
h3,h4{font-size:.95rem;margin:1.5rem 0 .5rem}
section.start p,section.start ul{max-width:46rem}
pre{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:.9rem 1.1rem;overflow-x:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem}dd{margin:0;color:var(--quiet)}
details{border:1px solid var(--line);border-radius:8px;margin:.45rem 0;background:var(--ground);
content-visibility:auto;contain-intrinsic-size:auto 2.8rem}
details[open]{content-visibility:visible;margin:.9rem 0}
summary{cursor:pointer;padding:.55rem .8rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .7rem;list-style:none}
summary h3{margin:0;font-size:1rem;font-weight:400;display:flex;align-items:baseline;gap:.2rem .7rem}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--raised);border-radius:8px}
details[open]>summary{border-bottom:1px solid var(--line);border-radius:8px 8px 0 0;background:var(--raised)}
.method{font:650 .74rem/1.6 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;width:3.6rem;letter-spacing:.03em}
.get{color:var(--blue)}.post{color:var(--green)}.patch,.put{color:var(--amber)}.delete{color:var(--red)}
.path{font-weight:600;font-size:.9em}
.summary{color:var(--quiet);font-size:.92em}
.body{padding:.4rem 1rem 1.1rem}
.facts{color:var(--quiet);font-size:.88rem;margin:.5rem 0}
.facts a{color:inherit}
.effect.money{color:var(--amber)}.effect.destructive{color:var(--red)}.effect.mail{color:var(--purple)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.38rem .9rem .38rem 0;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--quiet);font-weight:500;font-size:.8rem}
tbody th{font-weight:600;width:17rem;overflow-wrap:anywhere;min-width:9rem}
td{min-width:8rem}td:last-child{color:var(--quiet);width:38%}
.required,.optional{font-size:.76rem;font-weight:500;white-space:nowrap;color:var(--quiet)}.required{color:var(--red)}
.type{color:var(--purple)}
.or{color:var(--quiet)}
.values code{background:var(--raised);border:1px solid var(--line);border-radius:4px;padding:0 .3em;
display:inline-block;margin:0 .05rem .15rem 0;font-size:.8rem}
.media{color:var(--quiet)}
.status{font-variant-numeric:tabular-nums;font-weight:650}
.errors{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.35rem .5rem;font-size:.8rem}
.errors li{border:1px solid var(--line);border-radius:5px;padding:.05rem .5rem;color:var(--quiet)}
.errors .status{color:var(--text)}
@media (max-width:50rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:.1rem}.count{display:none}main{padding-top:1.5rem}html{scroll-padding-top:3.5rem}
.summary{flex-basis:100%}}
@media print{nav,.skip{display:none}body{display:block}}
`;
