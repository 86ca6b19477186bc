import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate'

/**
 * What is checked is whether a document means what it says. How it is written is React's: its
 * attributes are in camel case and empty ones have a value, elements without an end close themselves,
 * and ids are made of its own signs.
 */
const writtenByReact: RuleConfig = {
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'void-style': 'off',
  'valid-id': ['error', { relaxed: true }],
  'doctype-style': ['error', { style: 'lowercase' }],
}

const ofThisStore: RuleConfig = {
  'no-missing-references': 'error',
  // What suggests while one types is no `select`.
  'prefer-native-element': ['error', { exclude: ['listbox'] }],
  // Of the two headers one is shown; axe looks at what is.
  'unique-landmark': 'off',
  // The search field is sent by Enter, and by the last line of what it suggests.
  'wcag/h32': 'off',
}

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: { ...writtenByReact, ...ofThisStore },
  }),
)

/** Everything that is wrong with a document's HTML, with where it is. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? ''}`),
  )
}
