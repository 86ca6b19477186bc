/** A request with a JSON body: `api.request('/api/user/login', jsonRequest('POST', { contactNumber }))`. */
export function jsonRequest(method: string, body?: unknown): RequestInit {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  return { method, headers: { 'Content-Type': 'application/json' }, ...json }
}

/** The same request with the token of a logged-in customer. */
export function withToken(token: string, method = 'GET', body?: unknown): RequestInit {
  const request = jsonRequest(method, body)
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } }
}
