/** The phone of the benchmarks, and its connection on the road. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** How many times slower than this machine it is. */
export const slowerBy = 4

/** A cheap phone, by which taps are judged. */
export const cheapPhoneSlowerBy = 6

/** Slow 4G: 1.6 and 0.75 Mbit/s, with a round trip of 150 ms. */
export const slow4g = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
