import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

import type { Point } from '#contract/location.ts'

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
  spreadKm: number
  offices: Office[]
}

export type Town = { name: string; state: string; at: Point }

type Row = Record<string, string>

/** The pincodes with their offices, in order. Those without a real position or people are left out. */
export function readPostalAreas(folder: string): PostalArea[] {
  const offices = officesByPincode(
    rowsOf(gunzipSync(readFileSync(join(folder, 'post_offices.csv.gz')))),
  )
  return rowsOf(readFileSync(join(folder, 'pincodes.csv')))
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

/** A position that stands in several pincodes is a stand-in, and nobody's own. */
function officesByPincode(rows: Row[]): Map<number, Office[]> {
  const pincodesAt = new Map<string, Set<number>>()
  const offices = rows.map(toOffice)
  for (const { at, pincode } of offices) {
    const spot = JSON.stringify(at)
    pincodesAt.set(spot, (pincodesAt.get(spot) ?? new Set()).add(pincode))
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
  return rowsOf(readFileSync(join(folder, 'cities.csv')))
    .filter((row) => row.state && /^[^\d]/.test(row.name ?? ''))
    .map((row) => ({
      name: plain(row.name ?? ''),
      state: fullState(row.state ?? ''),
      at: { latitude: Number(row.latitude), longitude: Number(row.longitude) },
    }))
}

function rowsOf(csv: Buffer): Row[] {
  return parse(csv, { columns: true }) as Row[]
}

function toOffice(row: Row): Office {
  const isPlaced = row.latitude !== '' && row.longitude !== ''
  return {
    pincode: Number(row.pincode),
    name: plain(row.locality ?? ''),
    isBranch: row.office_type === 'BO',
    delivers: row.delivery === '1',
    at: isPlaced ? { latitude: Number(row.latitude), longitude: Number(row.longitude) } : undefined,
  }
}

/** As shoppers write it: without the bars and dots of transcriptions. */
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').trim()

const fullState = (state: string) => (state === 'Andaman and Nicobar' ? `${state} Islands` : state)
