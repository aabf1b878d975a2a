interface Registered {
  readonly caller: { readonly accountId: string }
  readonly seats: ReadonlyMap<string, unknown>
}

export interface SocketRegistry<Socket extends Registered> {
  readonly all: ReadonlySet<Socket>
  ofAccount(accountId: string): ReadonlySet<Socket>
  inDoc(docId: string): ReadonlySet<Socket>
  add(socket: Socket): void
  remove(socket: Socket): void
  enter(socket: Socket, docId: string): void
  leave(socket: Socket, docId: string): void
}

export function openRegistry<Socket extends Registered>(): SocketRegistry<Socket> {
  const all = new Set<Socket>()
  const byAccount = openGroups<Socket>()
  const byDoc = openGroups<Socket>()
  return {
    all,
    ofAccount: byAccount.of,
    inDoc: byDoc.of,
    add(socket) {
      all.add(socket)
      byAccount.add(socket.caller.accountId, socket)
    },
    remove(socket) {
      all.delete(socket)
      byAccount.remove(socket.caller.accountId, socket)
      for (const docId of socket.seats.keys()) byDoc.remove(docId, socket)
    },
    enter: (socket, docId) => byDoc.add(docId, socket),
    leave: (socket, docId) => byDoc.remove(docId, socket),
  }
}

function openGroups<Member>() {
  const groups = new Map<string, Set<Member>>()
  const none: ReadonlySet<Member> = new Set()
  return {
    of: (key: string): ReadonlySet<Member> => groups.get(key) ?? none,
    add(key: string, member: Member): void {
      groups.set(key, (groups.get(key) ?? new Set()).add(member))
    },
    remove(key: string, member: Member): void {
      const group = groups.get(key)
      group?.delete(member)
      if (group?.size === 0) groups.delete(key)
    },
  }
}
