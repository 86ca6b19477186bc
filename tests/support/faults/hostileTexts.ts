import { isFull } from '#tests/support/proofScale.ts'

/**
 * Texts that try to execute a script. One that succeeds calls `pwn` with its number, which a test
 * listens to. Each combines something that may close the surrounding context with something that
 * may run after it.
 */
const contextEndings = [
  '',
  '">',
  "'>",
  '`>',
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '</SCRIPT >',
  '-->',
  ']]>',
  '</noscript>',
  '</select></template>',
  '</svg></math>',
]

const programs = [
  '<script>pwn(#)</script>',
  '<ScRiPt/x>pwn(#)</sCrIpT>',
  '<img src=x onerror=pwn(#)>',
  '<img/src="x"/onerror="pwn(#)"//',
  '<svg/onload=pwn(#)>',
  '<svg><script>pwn(#)</script></svg>',
  '<svg><animate onbegin=pwn(#) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:pwn(#)"><text y=9>x</text></a></svg>',
  '<math><mi xlink:href="javascript:pwn(#)">x</mi></math>',
  '<iframe srcdoc="<script>parent.pwn(#)</script>"></iframe>',
  '<iframe src="javascript:parent.pwn(#)"></iframe>',
  '<object data="javascript:pwn(#)"></object>',
  '<details open ontoggle=pwn(#)>x</details>',
  '<video><source onerror=pwn(#)></video>',
  '<input autofocus onfocus=pwn(#)>',
  '<form action="javascript:pwn(#)"><button>x</button></form>',
  '<base href="javascript:/x/-pwn(#)//">',
  '<meta http-equiv=refresh content="0;url=javascript:pwn(#)">',
  '<div style=animation-name:x onanimationstart=pwn(#)>x</div>',
  '<template shadowrootmode=open><img src=x onerror=pwn(#)></template>',
]

/** Inside a start tag no closing is needed. */
const attributes = [
  '" onerror=pwn(#) x="',
  "' onerror=pwn(#) x='",
  '" autofocus onfocus=pwn(#) tabindex=1 x="',
  "' autofocus onfocus=pwn(#) tabindex=1 x='",
  '" onload="pwn(#)',
  ' onload=pwn(#) ',
  '" style="background:url(javascript:pwn(#))',
  '" srcdoc="<script>parent.pwn(#)</script>',
]

const templates = [
  "{{constructor.constructor('pwn(#)')()}}",
  '${pwn(#)}',
  '<%= pwn(#) %>',
  '#{pwn(#)}',
  '{pwn(#)}',
  '[[${pwn(#)}]]',
]

/** Texts in a script, or in data that a script reads. */
const scripts = [
  '"};pwn(#);//',
  "';pwn(#);//",
  '";pwn(#);"',
  '\\";pwn(#);//',
  '*/pwn(#)/*',
  '\u2028pwn(#)\u2028',
  '"}</script><script>pwn(#)</script>',
  '"}]}</script foo><img src=x onerror=pwn(#)>',
  '<!--<script>pwn(#)</script>-->',
  '<!--<script>"</script><script>pwn(#)</script>',
  '\\u003c/script\\u003e\\u003cscript\\u003epwn(#)\\u003c/script\\u003e',
  '{"__proto__":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=pwn(#)>"}}}',
]

/** Encoded so that decoding twice executes them. */
const encodedScripts = [
  '&lt;img src=x onerror=pwn(#)&gt;',
  '&#60;img src=x onerror=pwn(#)&#62;',
  '&amp;lt;img src=x onerror=pwn(#)&amp;gt;',
  '%3Cimg%20src%3Dx%20onerror%3Dpwn(#)%3E',
  '%253Cscript%253Epwn(#)%253C/script%253E',
  '＜img src=x onerror=pwn(#)＞',
  '<\u200bimg src=x onerror=pwn(#)>',
  '<img src=x onerror=\\u0070wn(#)>',
  '<img src=x onerror=&#112;wn(#)>',
  '<im\u0131g src=x onerror=pwn(#)>',
  '<noscript><p title="</noscript><img src=x onerror=pwn(#)>">',
  '<svg></p><style><a id="</style><img src=x onerror=pwn(#)>">',
  '<math><mtext><table><mglyph><style><img title="--></style><img src=x onerror=pwn(#)>">',
  '<a title="--!><img src=x onerror=pwn(#)>">',
]

const withNumbers = (texts: string[]) => texts.map((text, nth) => text.replaceAll('#', String(nth)))

/** Script URLs. */
const scriptUrls = withNumbers([
  'javascript:pwn(#)',
  'JaVaScRiPt:pwn(#)',
  ' javascript:pwn(#)',
  'java\tscript:pwn(#)',
  'java\nscript:pwn(#)',
  '\u0001javascript:pwn(#)',
  'javascript://%0apwn(#)',
  'javascript&colon;pwn(#)',
  '&#106;avascript:pwn(#)',
  'vbscript:pwn(#)',
  'data:text/html,<script>parent.pwn(#)</script>',
  '//javascript:pwn(#)',
  '/\\javascript:pwn(#)',
  '?x=javascript:pwn(#)',
])

export const hostileTexts = withNumbers([
  ...contextEndings.flatMap((out) => programs.map((program) => out + program)),
  ...attributes,
  ...templates,
  ...scripts,
  ...encodedScripts,
  ...scriptUrls,
])

/** How many of them one field contains: a page of all in each field takes a minute to lay out. */
const perField = isFull ? hostileTexts.length : 24

/** A text of many of them, each time starting with another. */
export function allHostile(turn = 0): string {
  const from = (turn * 37) % hostileTexts.length
  const texts = [...hostileTexts.slice(from), ...hostileTexts.slice(0, from)]
  return texts.slice(0, perField).join(' ')
}

export const hostileText = (turn: number) => hostileTexts[turn % hostileTexts.length] ?? ''
export const scriptUrl = (turn: number) => scriptUrls[turn % scriptUrls.length] ?? ''
