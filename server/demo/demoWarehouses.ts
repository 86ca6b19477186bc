import type { DemoWarehouse } from './demoTypes.ts'

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

const onlyTryAndBuy = 'Indore'

/** Where the demo store delivers from. Try and Buy is offered in one city. */
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
    hasTryAndBuy: city === onlyTryAndBuy,
  }),
)
