import { announce, serve } from "./announce.ts"

/** Receives webhooks at an address for each of ten endpoints. The path `/hang` never gets a response. */
const receive = () =>
  serve((request, response) => {
    request.resume()
    if (request.url !== "/hang") request.on("end", () => response.end())
  })

const receivers = await Promise.all(Array.from({ length: 10 }, receive))
announce(receivers.join(" "))
