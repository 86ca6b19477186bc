const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
]
const families = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** The push services of the browsers there are: the store sends nothing to any other address. */
export function isPushService(endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return (
    isPlain && (hosts.includes(hostname) || families.some((family) => hostname.endsWith(family)))
  )
}
