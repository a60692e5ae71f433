// The page of a visitor who calls: it answers what agents' pages offer. `tellAgent(agent, signal)` is the way to them.
;(() => {
  const connections = new Map()
  async function hear(agent, signal) {
    const { offer } = signal
    if (signal.kind === 'offer') {
      connections.get(agent)?.close()
      const connection = new RTCPeerConnection()
      connections.set(agent, connection)
      connection.onicecandidate = ({ candidate }) => {
        if (!candidate?.candidate) return
        const { sdpMid: mid, sdpMLineIndex: line } = candidate
        window.tellAgent(agent, { kind: 'candidate', offer, candidate: candidate.candidate, mid, line })
      }
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      for (const track of stream.getTracks()) connection.addTrack(track, stream)
      await connection.setRemoteDescription({ type: 'offer', sdp: signal.sdp })
      await connection.setLocalDescription()
      window.tellAgent(agent, { kind: 'answer', offer, sdp: connection.localDescription.sdp })
    } else if (signal.kind === 'candidate') {
      const { candidate, mid: sdpMid, line: sdpMLineIndex } = signal
      await connections.get(agent)?.addIceCandidate({ candidate, sdpMid, sdpMLineIndex })
    }
  }
  let turn = Promise.resolve()
  window.caller = {
    hear: (agent, signal) => (turn = turn.then(() => hear(agent, signal)).catch(() => {})),
    leave() {
      for (const one of connections.values()) one.close()
    },
  }
})()
