import facts from './catalogue/facts.json' with { type: 'json' }

/** The company behind the demo store. The GSTIN and the people are made up. */
export const demoFacts = facts

const { name, contacts } = facts

/** The consumer-care contact on every label. */
export const careContact = `${name} customer care, ${contacts.phone}, ${contacts.email}, ${contacts.address}`
