import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate'

/**
 * Checks meaning, not style. React writes attributes in camel case, gives empty ones a value,
 * closes void elements and generates ids with its own characters.
 */
const reactRules: RuleConfig = {
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'void-style': 'off',
  'valid-id': ['error', { relaxed: true }],
  'doctype-style': ['error', { style: 'lowercase' }],
}

const storeRules: RuleConfig = {
  'no-missing-references': 'error',
  // A combobox with suggestions is not a `select`.
  'prefer-native-element': ['error', { exclude: ['listbox'] }],
  // Two headers exist and one of them is shown; axe checks the visible one.
  'unique-landmark': 'off',
  // The search field is submitted with Enter and by the last suggestion.
  'wcag/h32': 'off',
}

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: { ...reactRules, ...storeRules },
  }),
)

/** Lists the HTML errors of a document with their positions. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? ''}`),
  )
}
