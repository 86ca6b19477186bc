import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

import { soleText } from './eslint.translation.js'

/** Doors: a library that is imported in the named places only. */
const restrictedLibraries = [
  { name: 'ky', files: ['src/platform/api/client.ts'] },
  {
    name: 'idb-keyval',
    files: ['src/platform/storage/storedValues.ts', 'src/platform/storage/privateValues.ts'],
  },
  { name: 'react-hot-toast', files: [] },
  {
    name: 'react-hot-toast/headless',
    files: ['src/platform/toasts.ts', 'src/app/Toasts.tsx', 'tests/support/screens/screenSetup.ts'],
  },
]
/** A test may look at what is stored and shown. */
const allowedInTests = ['idb-keyval', 'react-hot-toast/headless']

const importRule = (names) => ({
  'no-restricted-imports': [
    'error',
    {
      paths: names.map((name) => ({
        name,
        message: 'Imported by few files only: see src/README.md.',
      })),
      patterns: [{ regex: '^\\.\\./', message: 'Across folders, import by name (#part/…).' }],
    },
  ],
})

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      '.data',
      'coverage',
      'test-results',
      'playwright-report',
      '.stryker',
      'reports',
      'public',
    ],
  },
  ...tseslint.configs.recommended,
  { rules: importRule(restrictedLibraries.map(({ name }) => name)) },
  ...restrictedLibraries
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => ({
      files,
      rules: importRule(
        restrictedLibraries.map(({ name: library }) => library).filter((other) => other !== name),
      ),
    })),
  {
    files: ['src/**/*.test.ts*'],
    rules: importRule(
      restrictedLibraries.map(({ name }) => name).filter((name) => !allowedInTests.includes(name)),
    ),
  },
  {
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'prefer-const': 'error',
      eqeqeq: ['error', 'always'],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-empty-pattern': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    // These rules compile each file, which takes a third of the whole lint: not in tests, and not where no hook may be.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.*', 'src/contract/**'],
    rules: hooks.configs.recommended.rules,
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/**/*.test.tsx'],
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    plugins: { translation: { rules: { 'sole-text': soleText } } },
    rules: {
      'translation/sole-text': [
        'error',
        {
          elements: [
            'Icon',
            'Spinner',
            'Link',
            'TextLink',
            'PhoneLink',
            'VisuallyHidden',
            'Money',
            'DateTime',
            'Note',
            'Badge',
            'TextButton',
            'ButtonLink',
          ],
        },
      ],
    },
  },
  {
    files: [
      'server/cli/**',
      'server/start.mjs',
      'deploy/**',
      'tests/bench/**',
      'tests/browsers/**',
      'tests/mutation/**',
      'tests/support/**',
      'tests/*.mjs',
    ],
    rules: { 'no-console': 'off' },
  },
)
