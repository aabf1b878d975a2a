import type { FastifyRequest } from "fastify"
import { anonymous } from "#access/context.ts"
import {
  beginMemberUpload,
  beginUpload,
  cancelMemberUpload,
  cancelUpload,
  continueMemberUpload,
  continueUpload,
  getMemberUploadState,
  getUploadState,
  keepLinkPicture,
  keepMemberPicture,
} from "#domains/drive/index.ts"
import { consoleCaller, requireFormToken } from "../transport/console-caller.ts"
import { consoleDoor } from "../transport/console-door.ts"
import { guard } from "../transport/guard.ts"
import type { Transport } from "../transport/transport.ts"
import type { TusUse } from "./tus-routes.ts"

/** The two uses of the tus protocol: upload links, and members in the console. An unknown link counts as a guess. */
export function tusUses(transport: Transport): { links: TusUse; members: TusUse } {
  const reads = guard(transport, "reads", { countsMisses: true })
  const writes = guard(transport, "writes", { countsMisses: true })
  const door = { onRequest: consoleDoor(transport) }
  return {
    links: {
      uploads: "/u/:token",
      upload: "/u/:token/uploads/:uploadId",
      findCaller: async () => anonymous,
      POST: { does: beginUpload, hooks: writes },
      HEAD: { does: getUploadState, hooks: reads },
      PATCH: { does: continueUpload, hooks: reads },
      DELETE: { does: cancelUpload, hooks: writes },
      PUT: { does: keepLinkPicture, hooks: writes },
    },
    members: {
      uploads: "/console/uploads",
      upload: "/console/uploads/:uploadId",
      findCaller: (request) => memberCaller(transport, request),
      POST: { does: beginMemberUpload, hooks: door },
      HEAD: { does: getMemberUploadState, hooks: door },
      PATCH: { does: continueMemberUpload, hooks: door },
      DELETE: { does: cancelMemberUpload, hooks: door },
      PUT: { does: keepMemberPicture, hooks: door },
    },
  }
}

/** Each request needs the session, and each change its form token. */
async function memberCaller(transport: Transport, request: FastifyRequest) {
  const caller = await consoleCaller(transport, request)
  if (request.method !== "HEAD") requireFormToken(transport.app, request, caller)
  return caller
}
