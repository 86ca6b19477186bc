import { describe, expect, test } from 'vitest'

import { searchPlaces } from './gazetteer.ts'

const firstOf = async (text: string) => {
  const [first] = await searchPlaces(text, 1)
  return first && `${first.text}, ${first.secondary}`
}

/** Cities as signboards and newspapers write them, with the name by which they are found in Latin letters. */
const hindi =
  'इंदौर Indore, इन्दौर Indore, मुंबई Mumbai, मुम्बई Mumbai, दिल्ली Delhi, भोपाल Bhopal, जयपुर Jaipur, लखनऊ Lucknow, ' +
  'कानपुर Kanpur, वाराणसी Varanasi, बनारस Varanasi, आगरा Agra, मेरठ Meerut, पटना Patna, राँची Ranchi, रायपुर Raipur, ' +
  'बेंगलुरु Bengaluru, बैंगलोर Bengaluru, चेन्नई Chennai, हैदराबाद Hyderabad, कोलकाता Kolkata, अहमदाबाद Ahmedabad, ' +
  'वडोदरा Vadodara, लुधियाना Ludhiana, अमृतसर Amritsar, चंडीगढ़ Chandigarh, गुड़गांव Gurgaon, ग़ाज़ियाबाद Ghaziabad, ' +
  'गाजियाबाद Ghaziabad, फरीदाबाद Faridabad, जबलपुर Jabalpur, ग्वालियर Gwalior, उज्जैन Ujjain, देवास Dewas, कोटा Kota, ' +
  'प्रयागराज Prayagraj, गोरखपुर Gorakhpur, बरेली Bareilly, देहरादून Dehradun, गुवाहाटी Guwahati, कटक Cuttack, ' +
  'विशाखापत्तनम Visakhapatnam, विजयवाड़ा Vijayawada, कोच्चि Kochi, कोयंबटूर Coimbatore, मदुरै Madurai, भीलवाड़ा Bhilwara'
const marathi =
  'पुणे Pune, नागपूर Nagpur, ठाणे Thane, नाशिक Nashik, सोलापूर Solapur, कोल्हापूर Kolhapur, सांगली Sangli, सातारा Satara, ' +
  'अमरावती Amravati, अकोला Akola, जळगाव Jalgaon, नांदेड Nanded, लातूर Latur, धुळे Dhule, चंद्रपूर Chandrapur, ' +
  'बेळगाव Belgaum, यवतमाळ Yavatmal, रत्नागिरी Ratnagiri, पणजी Panaji'
const otherScripts =
  'ઇન્દોર Indore, સુરત Surat, পাটনা Patna, ਅੰਮ੍ਰਿਤਸਰ Amritsar, வேலூர் Vellore, சென்னை Chennai, హైదరాబాద్ Hyderabad, ಬೆಂಗಳೂರು Bengaluru'

describe.each([
  ['Hindi', hindi],
  ['Marathi', marathi],
  ['another Indian language', otherScripts],
])('a city in %s [loc.11]', (_, list) => {
  test.each(list.split(', ').map((pair) => pair.split(' ')))(
    '%s is found as %s',
    async (written = '', latin = '') => {
      expect(await firstOf(written)).toBe(await firstOf(latin))
      expect(await firstOf(written)).toBeDefined()
    },
  )
})

test.each([
  ['नई दिल्ली', 'new delhi'],
  ['नवी मुंबई', 'navi mumbai'],
  ['विजय नगर इंदौर', 'vijay nagar indore'],
  ['विजय नगर, Indore', 'vijay nagar indore'],
])('several words are found: %s as %s [loc.11]', async (written, latin) => {
  expect(await firstOf(written)).toBe(await firstOf(latin))
})

test.each(['452 010', '452-010', '४५२०१०', '४५२ ०१०', '\u202a452010\u202c', '４５２０１０'])(
  'a PIN code written as %s is found [loc.11] [bag.12]',
  async (written) => {
    expect(await firstOf(written)).toBe('Vijay Nagar, Indore, Madhya Pradesh 452010')
  },
)

test('invisible characters change nothing [loc.11]', async () => {
  expect(await firstOf('\u200ein\u200bdo\u00adre\u2069')).toBe(await firstOf('indore'))
})
