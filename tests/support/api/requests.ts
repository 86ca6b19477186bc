/** A request with a body: `api.request('/api/user/login', sending('POST', { contactNumber }))`. */
export function sending(method: string, body?: unknown): RequestInit {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  return { method, headers: { 'Content-Type': 'application/json' }, ...json }
}

/** The same request with the token of a logged-in customer. */
export function as(token: string, method = 'GET', body?: unknown): RequestInit {
  const request = sending(method, body)
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } }
}
