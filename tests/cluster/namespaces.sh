# Sourced by the scripts of this folder. Two network namespaces, $a and $b, joined by a veth pair:
#     job command..     one rank in each; Open MPI starts its ranks by `ip netns exec` instead of ssh
#     shape RATE        limit both ends of the cable (tc tbf)
# Needs root, iproute2 and Open MPI with its plug-in (else exit 77). Names begin with adrop-$$; all
# are removed at the end. Sets $room, and $adrop to an absolute path.
case $adrop in /*) ;; *) adrop=$PWD/$adrop ;; esac
command -v mpirun.openmpi >/dev/null && [ -f "$(dirname "$adrop")/adrop-comm/openmpi.so" ] || { echo "no Open MPI with its plug-in"; exit 77; }
command -v ip >/dev/null && command -v tc >/dev/null || { echo "no ip or tc: Debian has iproute2"; exit 77; }
a=adrop-$$-a b=adrop-$$-b
ip netns add $a 2>/dev/null || { echo "no network namespaces to be had here (root?)"; exit 77; }
room=$(mktemp -d)
trap 'ip netns del $a 2>/dev/null; ip netns del $b 2>/dev/null; rm -rf "$room"' EXIT
ip netns add $b || exit 1
ip link add va netns $a type veth peer name vb netns $b || exit 1
ip -n $a addr add 10.77.0.1/24 dev va && ip -n $a link set va up && ip -n $a link set lo up
ip -n $b addr add 10.77.0.2/24 dev vb && ip -n $b link set vb up && ip -n $b link set lo up

# In place of ssh: `agent HOST command..` runs the command in the namespace of the host's address.
cat >"$room/agent" <<END
#!/bin/bash
while [ "\${1#-}" != "\$1" ]; do shift; done
host=\$1; shift
case \$host in 10.77.0.2) exec ip netns exec $b bash -c "\$*" ;; *) exec ip netns exec $a bash -c "\$*" ;; esac
END
chmod +x "$room/agent"
export OMPI_MCA_mpi_yield_when_idle=1
job() { # command..
    timeout 300 ip netns exec $a mpirun.openmpi --allow-run-as-root --host 10.77.0.1:1,10.77.0.2:1 -np 2 --bind-to none \
        --mca plm_rsh_agent "$room/agent" --mca plm_rsh_no_tree_spawn 1 --mca btl self,tcp --mca btl_tcp_if_include 10.77.0.0/24 \
        --mca oob_tcp_if_include 10.77.0.0/24 --mca btl_base_warn_component_unused 0 "$@"
}
shape() { # rate
    ip netns exec $a tc qdisc replace dev va root tbf rate "$1" burst 256kb latency 50ms || exit 1
    ip netns exec $b tc qdisc replace dev vb root tbf rate "$1" burst 256kb latency 50ms || exit 1
}
