import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { expect, test } from 'vitest'

const rule = 'translation/sole-text'

const file = resolve('src/ui/text/VisuallyHidden.tsx')

/** Only the checked file and what it imports: the types of the whole page would take ten seconds. */
function programOf(code: string): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  host.readFile = (name) => (resolve(name) === file ? code : readFile(name))
  return ts.createProgram([file], options, host)
}

/** What the rule says of JSX, in a component with some props. */
async function complaintsAbout(jsxs: readonly string[]): Promise<Record<string, string[]>> {
  const head = `
    import type { JSX, ReactNode } from 'react'
    import { Link } from 'react-router-dom'
    import type { Elements } from '#ui/elements.tsx'
    type Props = { count: number; name: string | undefined; isOpen: boolean; texts: string[] }
    type Slots = { children: ReactNode; slot: Elements }
    declare function Maybe(props: { children?: ReactNode }): ReactNode
    declare function Box(props: { children?: ReactNode }): JSX.Element | null
  `.split('\n')
  const lines = jsxs.map(
    (jsx, index) =>
      `export const C${index} = ({ count, name, isOpen, texts, children, slot }: Props & Slots) => ${jsx}`,
  )
  const code = [...head, ...lines].join('\n')
  const languageOptions = { parserOptions: { programs: [programOf(code)] } }
  const eslint = new ESLint({ overrideConfig: { languageOptions } })
  const [result] = await eslint.lintText(code, { filePath: file })
  const found = (result?.messages ?? []).filter(({ ruleId }) => ruleId === rule)
  return Object.fromEntries(
    jsxs.map((jsx, index) => [
      jsx,
      found
        .filter(({ line }) => line === head.length + index + 1)
        .map(({ messageId }) => messageId ?? ''),
    ]),
  )
}

const allowed = [
  // The only child of its element.
  '<p>{name}</p>',
  '<p>{`${count} items`}</p>',
  '<p>{isOpen ? name : <b>closed</b>}</p>',
  '<p>{isOpen && name}</p>',
  '<p>{children}</p>',
  '<Box>{name}</Box>',
  // Texts that never change, beside elements that are always there.
  '<p>Read our <Link to="/terms">terms</Link>, please.</p>',
  '<p>For <b>{name}</b> only</p>',
  // Elements beside elements.
  '<p>{isOpen && <i />}<b>{name}</b>{slot}</p>',
  '<>{texts.map((text) => <p key={text}>{text}</p>)}<b>{count}</b></>',
] as const

const refused = [
  ['<p>{count} items</p>', ['sibling', 'sibling']],
  ['<p><b>₹</b>{count}</p>', ['sibling']],
  ['<p>{name && `${name}: `}<b>new</b></p>', ['sibling']],
  ['<p>{isOpen && <b />} closed</p>', ['sibling']],
  ['<p><Maybe />Go on</p>', ['component', 'sibling']],
  ['<div><b />{children}</div>', ['sibling']],
  // The component may leave out or move its children.
  ['<Box><b /> Go on</Box>', ['sibling']],
  ['<>{name}</>', ['fragment']],
  ['<p>{isOpen && <>Go <b>on</b></>}</p>', ['fragment']],
  ['<p>{texts.map((text) => text)}</p>', ['array']],
  ['<p><Maybe /></p>', ['component']],
] as const

test('a text that a translated page could not change is refused', async () => {
  const complaints = await complaintsAbout([...allowed, ...refused.map(([jsx]) => jsx)])

  expect(complaints).toEqual({
    ...Object.fromEntries(allowed.map((jsx) => [jsx, []])),
    ...Object.fromEntries(refused.map(([jsx, ids]) => [jsx, ids])),
  })
})
