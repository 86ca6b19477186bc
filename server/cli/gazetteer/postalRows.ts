import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

import type { Point } from '#contract/delivery/location.ts'

export type Office = {
  pincode: number
  name: string
  isBranch: boolean
  delivers: boolean
  at: Point | undefined
}

export type PostalArea = {
  pincode: number
  mainOffice: string
  district: string
  state: string
  at: Point
  /** How far the pincode extends; Infinity if unknown. */
  spreadKm: number
  offices: Office[]
}

export type Town = { name: string; state: string; at: Point }

type Row = Record<string, string>

/** Reads all pincodes with their offices, in order. Pincodes without a known position or without inhabitants are left out. */
export function readPostalAreas(folder: string): PostalArea[] {
  const offices = officesByPincode(
    parseRows(gunzipSync(readFileSync(join(folder, 'post_offices.csv.gz')))),
  )
  return parseRows(readFileSync(join(folder, 'pincodes.csv')))
    .filter((row) => row.nodal === '0' && /^(offices|directory)$/.test(row.coord_source ?? ''))
    .map((row) => ({
      pincode: Number(row.pincode),
      mainOffice: row.main_office ?? '',
      district: row.district ?? '',
      state: row.state ?? '',
      at: { latitude: Number(row.latitude), longitude: Number(row.longitude) },
      spreadKm: Number(row.spread_km || Infinity),
      offices: offices.get(Number(row.pincode)) ?? [],
    }))
    .sort((a, b) => a.pincode - b.pincode)
}

/** A position that several pincodes share is a placeholder, so it is dropped. */
function officesByPincode(rows: Row[]): Map<number, Office[]> {
  const pincodesAt = new Map<string, Set<number>>()
  const offices = rows.map(toOffice)
  for (const { at, pincode } of offices) {
    const position = JSON.stringify(at)
    pincodesAt.set(position, (pincodesAt.get(position) ?? new Set()).add(pincode))
  }
  const byPincode = new Map<number, Office[]>()
  for (const office of offices) {
    const isOwn = pincodesAt.get(JSON.stringify(office.at))?.size === 1
    const others = byPincode.get(office.pincode) ?? []
    byPincode.set(office.pincode, [...others, { ...office, at: isOwn ? office.at : undefined }])
  }
  return byPincode
}

export function readTowns(folder: string): Town[] {
  return parseRows(readFileSync(join(folder, 'cities.csv')))
    .filter((row) => row.state && /^[^\d]/.test(row.name ?? ''))
    .map((row) => ({
      name: removeDiacritics(row.name ?? ''),
      state: stateName(row.state ?? ''),
      at: { latitude: Number(row.latitude), longitude: Number(row.longitude) },
    }))
}

function parseRows(csv: Buffer): Row[] {
  return parse(csv, { columns: true }) as Row[]
}

function toOffice(row: Row): Office {
  const hasPosition = row.latitude !== '' && row.longitude !== ''
  return {
    pincode: Number(row.pincode),
    name: removeDiacritics(row.locality ?? ''),
    isBranch: row.office_type === 'BO',
    delivers: row.delivery === '1',
    at: hasPosition
      ? { latitude: Number(row.latitude), longitude: Number(row.longitude) }
      : undefined,
  }
}

/** Shoppers type names without the diacritics of transcriptions. */
const removeDiacritics = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').trim()

const stateName = (state: string) => (state === 'Andaman and Nicobar' ? `${state} Islands` : state)
