import type {
  DemoAgent,
  DemoShippingCharge,
  DemoStore,
  DemoTerms,
  DemoWarehouse,
} from './demoTypes.ts'

const email = 'care@pehno.example'
const phone = '+91 731 400 0160'
const address = '4 Scheme 54, AB Road, Indore, Madhya Pradesh 452010'

/** The company behind the demo store. The GSTIN and the people are made up. */
export const demoStore: DemoStore = {
  name: 'Pehno',
  tagline: 'Style Delivered in 60 mins',
  contacts: { address, email, phone, whatsapp: phone, hours: 'every day, 9 am to 9 pm' },
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
    hours: 'Monday to Saturday, 10 am to 6 pm',
  },
  socialLinks: {
    facebook: 'https://www.facebook.com/pehno.example',
    instagram: 'https://www.instagram.com/pehno.example',
    threads: 'https://www.threads.net/@pehno.example',
  },
}

/** The consumer-care contact on every label. */
export const careContact = `Pehno customer care, ${phone}, ${email}, ${address}`

type Row = [
  city: string,
  state: string,
  postalCode: string,
  address: string,
  point: [latitude: number, longitude: number],
  reach: [radiusKm: number, deliveryMinutes: number],
]

const rows: Row[] = [
  ['Indore', 'Madhya Pradesh', '452010', '18 Scheme 78, Vijay Nagar', [22.7533, 75.8937], [22, 40]],
  [
    'Mumbai',
    'Maharashtra',
    '400072',
    '7 Saki Vihar Road, Andheri East',
    [19.1136, 72.8697],
    [30, 55],
  ],
  ['Delhi', 'Delhi', '110020', '32 Okhla Industrial Area Phase II', [28.5355, 77.2732], [38, 55]],
  ['Bengaluru', 'Karnataka', '560102', '61 HSR Layout Sector 2', [12.9116, 77.6474], [28, 50]],
  ['Hyderabad', 'Telangana', '500081', '9 Madhapur Main Road', [17.4483, 78.3915], [28, 50]],
  ['Pune', 'Maharashtra', '411014', '40 Viman Nagar Road', [18.5679, 73.9143], [22, 45]],
  [
    'Jaipur',
    'Rajasthan',
    '302017',
    '25 Jawahar Circle, Malviya Nagar',
    [26.8546, 75.8055],
    [20, 25],
  ],
]

const tryAndBuyCity = 'Indore'

/** The warehouses of the demo store. Try & Buy is offered in one city. */
export const demoWarehouses: DemoWarehouse[] = rows.map(
  ([city, state, postalCode, address, [latitude, longitude], [radiusKm, deliveryMinutes]]) => ({
    id: city.toLowerCase(),
    name: `Pehno ${city}`,
    city,
    state,
    postalCode,
    address: `${address}, ${city}`,
    latitude,
    longitude,
    radiusKm,
    deliveryMinutes,
    hasTryAndBuy: city === tryAndBuyCity,
  }),
)

/** Who delivers the orders of the demo store. The numbers are made up. */
export const demoAgents: DemoAgent[] = [
  { id: 'agent-1', name: 'Ravi Solanki', contactNumber: '6000010101', warehouseId: 'indore' },
  { id: 'agent-2', name: 'Sunita Verma', contactNumber: '6000010102', warehouseId: 'indore' },
  { id: 'agent-3', name: 'Imran Shaikh', contactNumber: '6000010103', warehouseId: 'mumbai' },
  { id: 'agent-4', name: 'Gurpreet Singh', contactNumber: '6000010104', warehouseId: 'delhi' },
  { id: 'agent-5', name: 'Lakshmi Gowda', contactNumber: '6000010105', warehouseId: 'bengaluru' },
  { id: 'agent-6', name: 'Venkat Reddy', contactNumber: '6000010106', warehouseId: 'hyderabad' },
  { id: 'agent-7', name: 'Sachin Jadhav', contactNumber: '6000010107', warehouseId: 'pune' },
  { id: 'agent-8', name: 'Kavita Meena', contactNumber: '6000010108', warehouseId: 'jaipur' },
]

const list = (lines: string[]) => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`

/** The charge and the conditions of each purchase type. */
export const demoTerms: DemoTerms[] = [
  {
    purchaseType: 'Standard',
    chargePaise: 0,
    conditions:
      '<p>Return or exchange within <strong>24 hours</strong> of delivery.</p>' +
      list([
        'You can cancel until the order is shipped.',
        'Keep the product tag on. We can’t accept a return or exchange without it.',
        'Delivery charges aren’t refunded when you return an item.',
      ]),
  },
  {
    purchaseType: 'Try and Buy',
    chargePaise: 4900,
    conditions:
      '<p>Choose <strong>two sizes</strong>, try both at your door and return one. Items you keep can’t be returned or exchanged.</p>' +
      list([
        'Available in <strong>Indore</strong> only, and paid online.',
        'The trial charge covers the whole order and isn’t refunded once the trial has started.',
        'If neither size fits, return both and we’ll refund the price of the item.',
      ]),
  },
]

/** Shipping charges. For Try & Buy the trial charge covers the delivery. */
export const demoShippingCharges: DemoShippingCharge[] = [
  { shippingType: 'Standard', chargePaise: 0 },
  { shippingType: 'Try and Buy', chargePaise: 0 },
]
