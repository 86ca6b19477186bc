import type { BrowserContext, Page } from '@playwright/test'

/** How Google behaves in a test. */
export type GoogleBehaviour = {
  /** `never`: the script does not load; `fails`: it loads with an error. */
  script?: 'loads' | 'fails' | 'never'
  /** Google rejects the key once its script runs. */
  rejectsKey?: boolean
  search?: 'finds' | 'finds nothing' | 'no quota'
  details?: 'known' | 'unknown'
  reverse?: 'finds' | 'finds nothing' | 'no quota'
}

/**
 * Stands in for the Maps JavaScript API at its own URL, with the interface that Google documents
 * and the store uses. Returns the requests and their headers.
 */
export async function stubGoogle(context: BrowserContext, behaviour: GoogleBehaviour = {}) {
  const requests: { url: string; referer: string | undefined; isOfWorker: boolean }[] = []
  await context.route('https://maps.googleapis.com/**', async (route) => {
    const request = route.request()
    requests.push({
      url: request.url(),
      referer: (await request.allHeaders()).referer,
      isOfWorker: request.serviceWorker() !== null,
    })
    if (behaviour.script === 'never') return
    if (behaviour.script === 'fails') return route.abort()
    await route.fulfill({
      contentType: 'text/javascript',
      body: `(${String(googleScript)})(${JSON.stringify(behaviour)})`,
    })
  })
  return { requests }
}

/** The requests to Google in the frame of the page's map, and in the hidden one for searches. */
export async function googleCalls(page: Page): Promise<GoogleCall[]> {
  const frames = page.frames().filter((frame) => frame.url().endsWith('/maps-frame'))
  const calls = frames.map((frame) =>
    frame.evaluate(() => (window as unknown as { googleCalls?: GoogleCall[] }).googleCalls ?? []),
  )
  return (await Promise.all(calls)).flat()
}

type GoogleCall = { name: string; request: Record<string, unknown> }

/** Runs in the frame. */
function googleScript(behaviour: GoogleBehaviour): void {
  type Literal = { lat: number; lng: number }
  const calls: GoogleCall[] = []
  const { maps } = (window as unknown as { google: { maps: Record<string, unknown> } }).google
  Object.assign(window, { googleCalls: calls })

  const refusal = (code: string) => Object.assign(new Error(`MapsRequestError: ${code}`), { code })
  const latLng = ({ lat, lng }: Literal) => ({ lat: () => lat, lng: () => lng })
  const vijayNagar = { lat: 22.7533, lng: 75.8937 }
  const parts = [
    { text: 'Vijay Nagar', types: ['sublocality', 'political'] },
    { text: 'Indore', types: ['locality', 'political'] },
    { text: 'Indore Division', types: ['administrative_area_level_2', 'political'] },
    { text: 'Madhya Pradesh', types: ['administrative_area_level_1', 'political'] },
    { text: 'India', types: ['country', 'political'] },
    { text: '452010', types: ['postal_code'] },
  ]

  class AutocompleteSessionToken {}
  const tokens: unknown[] = []
  const AutocompleteSuggestion = {
    async fetchAutocompleteSuggestions(request: Record<string, unknown>) {
      const { sessionToken, ...rest } = request
      if (!tokens.includes(sessionToken)) tokens.push(sessionToken)
      calls.push({ name: 'search', request: { ...rest, session: tokens.indexOf(sessionToken) } })
      if (behaviour.search === 'no quota') throw refusal('RESOURCE_EXHAUSTED')
      if (behaviour.search === 'finds nothing') return { suggestions: [] }
      const placePrediction = {
        placeId: 'ChIJ-vijay-nagar',
        text: { text: 'Vijay Nagar, Indore, Madhya Pradesh, India' },
        mainText: { text: 'Vijay Nagar by Google' },
        secondaryText: { text: 'Indore, Madhya Pradesh, India' },
        toPlace: () => {
          const place = {
            formattedAddress: 'AB Road, Vijay Nagar, Indore, Madhya Pradesh 452010, India',
            location: latLng(vijayNagar),
            addressComponents: parts.map(({ text, types }) => ({ longText: text, types })),
            async fetchFields(fields: Record<string, unknown>) {
              calls.push({ name: 'details', request: fields })
              if (behaviour.details === 'unknown') throw refusal('NOT_FOUND')
              return { place }
            },
          }
          return place
        },
      }
      return { suggestions: [{ placePrediction }] }
    },
  }

  class Geocoder {
    async geocode(request: { location: Literal }) {
      calls.push({ name: 'reverse', request })
      if (behaviour.reverse === 'no quota') throw refusal('OVER_QUERY_LIMIT')
      if (behaviour.reverse === 'finds nothing') throw refusal('ZERO_RESULTS')
      const components = parts.map(({ text, types }) => ({ long_name: text, types }))
      return {
        results: [
          {
            types: ['plus_code'],
            formatted_address: 'QV3X+2P Indore, Madhya Pradesh',
            address_components: components.slice(1, 4),
          },
          {
            types: ['street_address'],
            formatted_address: '7 Pin Street, Indore, Madhya Pradesh 452010, India',
            address_components: components,
          },
        ],
      }
    }
  }

  class Map {
    constructor(element: HTMLElement, options: Record<string, unknown>) {
      calls.push({ name: 'map', request: options })
      element.append(Object.assign(document.createElement('p'), { textContent: 'Drawn by Google' }))
    }
    panTo(point: Literal) {
      calls.push({ name: 'panTo', request: point })
    }
    fitBounds(bounds: Record<string, unknown>) {
      calls.push({ name: 'fitBounds', request: bounds })
    }
    addListener() {}
  }

  class PinElement {
    glyphText: string
    constructor(options: { glyphText: string }) {
      this.glyphText = options.glyphText
    }
  }

  class AdvancedMarkerElement {
    position: Literal
    map: unknown
    constructor(options: { position: Literal }) {
      this.position = options.position
      calls.push({ name: 'marker', request: { ...options, map: undefined } })
    }
    /** A tap on the pin drags it a little to the north in this stand-in. */
    addListener(name: string, call: () => void) {
      const pin = Object.assign(document.createElement('button'), { textContent: 'Drag the pin' })
      pin.onclick = () => {
        this.position = { lat: this.position.lat + 0.001, lng: this.position.lng }
        call()
      }
      if (name === 'dragend') document.body.append(pin)
    }
  }

  const libraries: Record<string, object> = {
    places: { AutocompleteSessionToken, AutocompleteSuggestion },
    geocoding: { Geocoder },
    maps: { Map },
    marker: { AdvancedMarkerElement, PinElement },
  }
  maps.importLibrary = async (name: string) => libraries[name]
  ;(maps.__ib__ as () => void)()
  if (behaviour.rejectsKey) {
    const { gm_authFailure } = window as unknown as { gm_authFailure: () => void }
    setTimeout(() => gm_authFailure())
  }
}
