import { Argument, Command } from 'commander'
import * as v from 'valibot'

import { multiLineText } from '#contract/api/fields.ts'
import { PersistedStoreFacts } from '#contract/store/storeFacts.ts'
import { termsOf } from '#contract/store/storeTerms.ts'
import { isGstin, stateNamed } from '#server/commerce/orders/gst.ts'
import { saveStoreFacts, readStoreFacts } from '#server/commerce/storeFacts.ts'
import { changeHomePage, HomePage, readHomePage } from '#server/features/catalogue/homePage.ts'
import {
  changeCharges,
  changeConditions,
  type ChargeChanges,
  type Charges,
  readCharges,
  readAllTerms,
  type Terms,
} from '#server/features/checkout/charges.ts'
import { readJsonFile, readTextFile } from '#server/cli/files.ts'
import {
  type JsonOption,
  jsonOption,
  print,
  printJson,
  printTable,
  type PurchaseTypeName,
  purchaseTypes,
  formatRupees,
  parseRupees,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

const factsHelp = `
Such a file (colours, whatsapp, hours, designation, state, every term and every social link are
optional; the terms here are the usual ones):
  {
    "name": "Pehno",
    "tagline": "Style Delivered in 60 mins",
    "colours": { "accent": "#57d9ae" },
    "contacts": {
      "address": "…", "email": "…", "phone": "…", "whatsapp": "…", "hours": "…"
    },
    "legalEntity": { "name": "…", "address": "…", "gstin": "23AAAAA0000A1ZA",
      "state": "Madhya Pradesh" },
    "grievanceOfficer": {
      "name": "…", "email": "…", "phone": "…", "designation": "…", "hours": "…"
    },
    "terms": {
      "openingHour": 9, "closingHour": 21, "quickMinutes": 30, "slowMinutes": 60,
      "returnHours": 24, "maxCashRupees": 10000, "openCashOrders": 2, "numberPrefix": "PEH"
    },
    "socialLinks": { "facebook": "…", "instagram": "…", "threads": "…" }
  }`

const setFacts = new Command('set')
  .description('set the store details from a JSON file; footer, policies and invoices use them')
  .argument('<file>', 'name, tagline, contacts, legalEntity, grievanceOfficer and socialLinks')
  .addHelpText('after', factsHelp)
  .action(async (file: string) => {
    const facts = parseFacts(await readJsonFile(file))
    await withStore(({ db }) => saveStoreFacts(db, facts))
    print(`The store is ${facts.name}, run by ${facts.legalEntity.name}.`)
  })

const showFacts = new Command('show').description('print the store details as JSON').action(() =>
  withStore(async ({ db }) => {
    const facts = await readStoreFacts(db)
    if (facts) printJson(facts)
    else print('No store details yet. Set them with "facts set".')
  }),
)

/** Validates the file. The error lists all problems with their positions. */
function parseFacts(json: unknown): PersistedStoreFacts {
  const { success, output, issues = [] } = v.safeParse(PersistedStoreFacts, cleanTexts(json))
  const faults = success
    ? [...lengthFaults(output), ...legalFaults(output), ...hourFaults(output)]
    : issues.map((issue) => `- ${v.getDotPath(issue) ?? 'The file'} ${factFault(issue)}.`)
  if (success && faults.length === 0) return output
  throw new Error(`The store details were not changed:\n${faults.join('\n')}`)
}

function legalFaults({ legalEntity: { gstin, state } }: PersistedStoreFacts): string[] {
  const hasState = state === undefined || stateNamed(state) !== undefined
  return [
    ...(isGstin(gstin)
      ? []
      : ['- legalEntity.gstin is not a GSTIN: its 15 characters do not fit together.']),
    ...(hasState
      ? []
      : [
          '- legalEntity.state must be a state or union territory of India, such as Madhya Pradesh.',
        ]),
  ]
}

function hourFaults(facts: PersistedStoreFacts): string[] {
  const { openingHour, closingHour, quickMinutes, slowMinutes } = termsOf(facts)
  return [
    ...(openingHour < closingHour ? [] : ['- terms.closingHour must be after terms.openingHour.']),
    ...(quickMinutes <= slowMinutes
      ? []
      : ['- terms.slowMinutes must not be less than terms.quickMinutes.']),
  ]
}

const maxFactLength = 500

/** Removes invisible characters from all texts, because customers see them. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return v.parse(multiLineText({ max: Infinity }), value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanTexts(part)]))
}

function lengthFaults(facts: object, path = ''): string[] {
  return Object.entries(facts).flatMap(([key, value]: [string, unknown]) => {
    const name = `${path}${key}`
    if (typeof value === 'object' && value !== null) return lengthFaults(value, `${name}.`)
    if (value === '') return `- ${name} is empty.`
    const isTooLong = String(value).length > maxFactLength
    return isTooLong ? `- ${name} is longer than ${maxFactLength} characters.` : []
  })
}

function factFault({ kind, type, expected, received, ...issue }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && received === 'undefined') return 'is missing'
  const { requirement } = issue as { requirement?: unknown }
  if (type === 'regex') {
    return String(requirement).includes('#')
      ? 'must be a colour such as #57d9ae'
      : 'must be 2 to 5 capital letters or digits'
  }
  if (type === 'min_value') return `must be at least ${String(requirement)}`
  if (type === 'max_value') return `must be at most ${String(requirement)}`
  if (type === 'integer' || expected === 'number') return 'must be a whole number without quotes'
  return expected === 'string' ? 'must be text in quotes' : 'must be an object in braces'
}

export const factsCommand = new Command('facts')
  .description('store details')
  .addCommand(setFacts)
  .addCommand(showFacts)

function printHomePage({ sliders, grid, offers = [] }: HomePage): void {
  printTable(
    sliders.map(({ sliderType, gender, isFor, title, link, photo }) => [
      sliderType,
      gender,
      isFor,
      title,
      link,
      photo,
    ]),
  )
  printTable(grid.map(({ gender, name, link, photo }) => ['Grid', gender, name, link, photo]))
  printTable(offers.map(({ name, code, link, photo }) => ['Offer', name, code ?? '', link, photo]))
  const counts = [
    countText(sliders.length, 'slide', 'slides'),
    countText(grid.length, 'grid category', 'grid categories'),
    ...(offers.length > 0 ? [countText(offers.length, 'offer', 'offers')] : []),
  ]
  print(`${counts.join(', ')}.`)
}

const countText = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`

const showHomePage = new Command('show')
  .description('show the sliders and the grid; --json prints a file for "home set"')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const page = await readHomePage(db)
      if (json) printJson(page)
      else printHomePage(page)
    }),
  )

type HomeOptions = JsonOption & { photos?: string }

const setHomePage = new Command('set')
  .description('replace the sliders, the grid and the offers with those of a JSON file')
  .argument(
    '<file>',
    'sliders, grid and offers in display order, as "home show --json" prints them',
  )
  .option('--photos <folder>', 'the folder of the photos')
  .option(...jsonOption)
  .action(async (file: string, { photos, json }: HomeOptions) => {
    const layout = parseHomePage(await readJsonFile(file))
    await withStore(async ({ db, photoFolder }) => {
      const folders = photos === undefined ? undefined : { from: photos, to: photoFolder }
      const page = await changeHomePage(db, layout, folders)
      if (json) printJson(page)
      else printHomePage(page)
    })
  })

/** Validates the file. The error lists all problems, with positions counted from 1. */
function parseHomePage(json: unknown): HomePage {
  const { success, output, issues } = v.safeParse(HomePage, json)
  if (success) return output
  const faults = issues.map((issue) => `- ${describePosition(issue.path ?? [])} ${issue.message}.`)
  throw new Error(`The home page was not changed:\n${faults.join('\n')}`)
}

/** "sliders 2, link" for the path sliders.1.link. */
function describePosition(path: readonly { key?: unknown }[]): string {
  const names = path.map(({ key }) => (typeof key === 'number' ? key + 1 : String(key)))
  const [list, nth, ...fields] = names
  if (list === undefined) return 'The file'
  return [nth === undefined ? list : `${list} ${nth}`, ...fields].join(', ')
}

export const homeCommand = new Command('home')
  .description('manage the home page')
  .addCommand(showHomePage)
  .addCommand(setHomePage)

const chargeColumns = ({ purchaseType, shippingPaise, trialPaise }: Charges): string[] => [
  purchaseType,
  `shipping ${formatRupees(shippingPaise)}`,
  `trial ${formatRupees(trialPaise)}`,
]

const showCharges = new Command('show')
  .description('show shipping and trial charges')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const all = []
      for (const type of Object.values(purchaseTypes)) all.push(await readCharges(db, type))
      if (json) printJson(all)
      else printTable(all.map(chargeColumns))
    }),
  )

type ChargeOptions = JsonOption & { shipping?: number; trial?: number }

const setCharges = new Command('set')
  .description('change charges for new orders; omitted ones stay the same')
  .addArgument(
    new Argument('<type>', 'standard or try-and-buy').choices(Object.keys(purchaseTypes)),
  )
  .option('--shipping <rupees>', 'shipping charge', parseRupees)
  .option('--trial <rupees>', 'trial charge', parseRupees)
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const { shipping, trial } = command.opts<ChargeOptions>()
    if (shipping !== undefined || trial !== undefined) return
    command.error('error: specify --shipping, --trial or both', { exitCode: 2 })
  })
  .action((type: PurchaseTypeName, { shipping, trial, json }: ChargeOptions) =>
    withStore(async ({ db }) => {
      const changes: ChargeChanges = { shippingPaise: shipping, trialPaise: trial }
      const changed = await changeCharges(db, purchaseTypes[type], changes)
      if (json) printJson(changed)
      else printTable([chargeColumns(changed)])
    }),
  )

export const chargesCommand = new Command('charges')
  .description('shipping and Try & Buy charges')
  .addCommand(showCharges)
  .addCommand(setCharges)

function printTerms({ purchaseType, chargePaise, conditions }: Terms): void {
  print(`${purchaseType}, charge ${formatRupees(chargePaise)}`)
  for (const line of conditions.split('\n')) print(line)
}

const showTerms = new Command('show')
  .description('conditions of Standard and Try & Buy')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const all = await readAllTerms(db)
      if (json) printJson(all)
      else if (all.length === 0) print('No conditions yet. Set them with "terms set".')
      else all.forEach(printTerms)
    }),
  )

const setTerms = new Command('set')
  .description('set the conditions that shoppers read; the charge is set with "charges set"')
  .addArgument(
    new Argument('<type>', 'standard or try-and-buy').choices(Object.keys(purchaseTypes)),
  )
  .argument('<file>', 'HTML of p, ul, ol, li, strong, em and br')
  .option(...jsonOption)
  .action(async (type: PurchaseTypeName, file: string, { json }: JsonOption) => {
    const html = await readTextFile(file)
    await withStore(async ({ db }) => {
      const changed = await changeConditions(db, purchaseTypes[type], html)
      if (json) printJson(changed)
      else printTerms(changed)
    })
  })

export const termsCommand = new Command('terms')
  .description('conditions of Standard and Try & Buy')
  .addCommand(showTerms)
  .addCommand(setTerms)
