import type { DemoStore } from './demoTypes.ts'

const email = 'care@pehno.example'
const phone = '+91 731 400 0160'
const address = '4 Scheme 54, AB Road, Indore, Madhya Pradesh 452010'

/** Who runs the demo store. The GSTIN and the people are made up. */
export const demoStore: DemoStore = {
  name: 'Pehno',
  tagline: 'Style Delivered in 60 mins',
  contacts: { address, email, phone, hours: 'every day, 9AM to 9PM' },
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
