import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

import { type Call, type CallName, calls } from '#contract/api/calls.ts'
import { ErrorReply } from '#contract/errors.ts'
import { type CallSchemas, schemas } from '#contract/api/schemas.ts'

/** The API reference, in OpenAPI 3.1, made from the contract's table of calls. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name]
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = operationOf(name, call, schemas[name])
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pehno API', version: '1.0.0', description: 'The calls of the Pehno store.' },
    servers: [{ url: '/api' }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function operationOf(name: CallName, call: Call, { query, body, reply }: CallSchemas) {
  const parts = [...call.path.matchAll(/:(\w+)/g)].map(([, part = '']) => ({
    name: part,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    ...(call.access === 'user' && { security: [{ token: [] }] }),
    parameters: [...parts, ...(query ? queryParameters(query) : [])],
    ...(body && { requestBody: { required: true, content: jsonOf(body) } }),
    responses: {
      200: { description: 'Success', ...(reply && { content: jsonOf(reply) }) },
      default: { description: 'Refused, with the reason', content: jsonOf(ErrorReply) },
    },
  }
}

const jsonOf = (schema: v.GenericSchema) => ({ 'application/json': { schema: plain(schema) } })

/** `errorMode: 'ignore'` leaves out what JSON Schema cannot express: brands, transforms, custom checks. */
const plain = (schema: v.GenericSchema) =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })

function queryParameters(query: v.GenericSchema) {
  const { properties = {}, required = [], anyOf } = plain(query)
  const known = anyOf?.length ? (anyOf[0] as ReturnType<typeof plain>) : { properties, required }
  return Object.entries(known.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: known.required?.includes(name) ?? false,
    schema,
  }))
}
