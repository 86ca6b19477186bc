import type { DemoAgent, DemoStore } from './demoTypes.ts'

const email = 'care@pehno.example'
const phone = '+91 731 400 0160'
const address = '4 Scheme 54, AB Road, Indore, Madhya Pradesh 452010'

/** Who runs the demo store. The GSTIN and the people are made up. */
export const demoStore: DemoStore = {
  name: 'Pehno',
  tagline: 'Style Delivered in 60 mins',
  contacts: { address, email, phone },
  legalEntity: {
    name: 'Pehno Retail Private Limited',
    address,
    gstin: '23AAAAA0000A1ZA',
    state: 'Madhya Pradesh',
  },
  grievanceOfficer: {
    name: 'Meera Kulkarni',
    designation: 'Grievance Officer',
    email: 'grievance@pehno.example',
    phone: '+91 731 400 0161',
    hours: 'Monday to Saturday, 10:00 to 18:00',
  },
  socialLinks: {
    facebook: 'https://www.facebook.com/pehno.example',
    instagram: 'https://www.instagram.com/pehno.example',
    threads: 'https://www.threads.net/@pehno.example',
  },
}

/** What the label says about whom to turn to. */
export const careContact = `Pehno customer care, ${phone}, ${email}, ${address}`

type Row = [id: string, name: string, contactNumber: string, warehouseId: string]

const agents: Row[] = [
  ['agent-1', 'Ravi Solanki', '6000010101', 'indore'],
  ['agent-2', 'Sunita Verma', '6000010102', 'indore'],
  ['agent-3', 'Imran Shaikh', '6000010103', 'mumbai'],
  ['agent-4', 'Gurpreet Singh', '6000010104', 'delhi'],
  ['agent-5', 'Lakshmi Gowda', '6000010105', 'bengaluru'],
  ['agent-6', 'Venkat Reddy', '6000010106', 'hyderabad'],
  ['agent-7', 'Sachin Jadhav', '6000010107', 'pune'],
  ['agent-8', 'Kavita Meena', '6000010108', 'jaipur'],
]

/** Who brings the orders of the demo store. The numbers are made up. */
export const demoAgents: DemoAgent[] = agents.map(([id, name, contactNumber, warehouseId]) => ({
  id,
  name,
  contactNumber,
  warehouseId,
}))
