import type { WebhookEvent } from '#contract/staff/connections.ts'
import { plural } from '#desk/ui/plural.ts'

const eventNames: Record<WebhookEvent | 'test', string> = {
  'order.placed': 'Order placed',
  'order.changed': 'Order changed',
  'refund.changed': 'Refund',
  'stock.low': 'Stock low',
  test: 'Test',
}
const eventHints: Record<WebhookEvent, string> = {
  'order.placed': 'A customer placed an order.',
  'order.changed': 'An order moved, or its items, money or rider changed.',
  'refund.changed': 'A refund was requested, paid out or failed.',
  'stock.low': 'A size fell below the number that you set for it.',
}

/** What the pages about other programs say. */
export const texts = {
  title: 'Connections',
  done: 'Done',
  never: 'Not used yet',
  copy: 'Copy',
  copied: 'Copied',
  couldNotCopy: 'The browser didn’t copy it. Select the text and copy it yourself.',

  keys: {
    title: 'API keys',
    intro:
      'Other programs, such as an ERP or a message service, work with the store through its API. A key may do what people of its role may do.',
    couldNotLoad: 'We couldn’t load the keys.',
    empty: 'No keys yet.',
    add: 'Add a key',
    adding: 'Adding…',
    columns: {
      name: 'Name',
      role: 'Role',
      warehouses: 'Warehouses',
      expires: 'Valid until',
      lastUsed: 'Last used',
      action: 'End',
    },
    allWarehouses: 'All warehouses',
    end: 'End',
    endNamed: (name: string) => `End the key ${name}`,
    endTitle: (name: string) => `End the key ${name}?`,
    endBody: 'The program that uses it is refused at once. This can’t be undone.',
    endNow: 'End the key',
    ending: 'Ending…',
    couldNotEnd: 'We couldn’t end the key. Please try again.',
    name: 'Name',
    nameHint: 'The program that will use it.',
    role: 'Role',
    warehouses: 'Warehouses',
    warehousesHint: 'Without a choice, the key works for all of them.',
    ownWarehousesHint: 'Choose at least one.',
    days: 'Valid for',
    dayOptions: { 30: '30 days', 90: '90 days', 180: '180 days', 365: '1 year' },
    shown: 'Copy the key now',
    shownBody: 'It’s shown only this once. Keep it where the program keeps its secrets.',
    label: 'Key',
  },

  webhooks: {
    title: 'Webhooks',
    intro:
      'The store tells other programs what happens: it sends a signed message to an address of theirs. Messages have no names, addresses or phone numbers.',
    couldNotLoad: 'We couldn’t load the addresses.',
    empty: 'No addresses yet.',
    add: 'Add an address',
    change: 'Change',
    changeNamed: (host: string) => `Change ${host}`,
    log: 'Log',
    logOf: (host: string) => `Log of ${host}`,
    columns: { url: 'Address', events: 'Events', state: 'State', action: 'Change' },
    state: {
      paused: (since: string) => `Paused since ${since}`,
      failing: (since: string) => `Failing since ${since}`,
      delivered: (at: string) => `Last delivered ${at}`,
      nothing: 'Nothing sent yet',
    },
    url: 'Address',
    urlHint: 'Begins with https:// and leads to a public host.',
    events: 'Send',
    shown: 'Copy the secret now',
    shownBody:
      'The program checks with it that a message comes from this store. It’s shown only this once; you can make a new one.',
    label: 'Secret',
    eventNames,
    eventHints,
  },

  log: {
    back: 'Back to the connections',
    couldNotLoad: 'We couldn’t load the log.',
    empty: 'Nothing sent yet',
    emptyBody: 'Events show up here as they happen. Send a test to try the address.',
    test: 'Send a test',
    testing: 'Sending…',
    testSent: 'The test is on its way. Its result shows below.',
    couldNotSend: 'We couldn’t send it. Please try again.',
    again: 'Send again',
    againNamed: (event: string, about: string) => `Send ${event} ${about} again`,
    pause: 'Pause',
    resume: 'Resume',
    couldNotChange: 'We couldn’t change this. Please try again.',
    newSecret: 'New secret',
    newSecretTitle: 'Make a new secret?',
    newSecretBody:
      'Messages are signed with it at once. Until the program has it, it refuses them; what fails is tried again for a day.',
    newSecretNow: 'Make a new secret',
    remove: 'Remove',
    removeTitle: (host: string) => `Remove ${host}?`,
    removeBody: 'Nothing more is sent there, and its log is deleted. This can’t be undone.',
    removeNow: 'Remove',
    removing: 'Removing…',
    paused:
      'Sending is paused. What happens until you resume it is never sent there; the program can read it through the API. Events that were waiting are given up, and can be sent again from the log.',
    pausedByFailures: (since: string) =>
      `Everything has failed since ${since}, so sending is paused. Check the address, send a test, then resume. What happens until then is never sent there.`,
    failing: (since: string) =>
      `Everything has failed since ${since}. Sending is paused after 2 days of failures.`,
    columns: {
      at: 'When',
      event: 'Event',
      state: 'State',
      answer: 'Answer',
      action: 'Send again',
    },
    states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    tries: (count: number) => plural(count, 'try', 'tries'),
    nextTry: (at: string) => `Next try ${at}`,
    answer: (status: number) => `Answer ${status}`,
    noAnswer: '–',
    more: 'Show more',
  },
} as const
