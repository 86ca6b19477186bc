import { HTTPException } from 'hono/http-exception'

type Details = { reason?: string; field?: string; metadata?: Record<string, unknown> }

/** A refusal in the provider's own shape. */
export function refuse(
  status: 400 | 401 | 404 | 409,
  description: string,
  more: Details = {},
): never {
  const { reason = 'input_validation_failed', field, metadata = {} } = more
  const error = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason,
    ...(field ? { field } : {}),
    metadata,
  }
  throw new HTTPException(status, { res: Response.json({ error }, { status }) })
}
