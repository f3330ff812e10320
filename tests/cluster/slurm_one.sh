# A Slurm of one machine for tests, sourced by scripts: slurm_start ROOM, slurm_stop.
#
# munged, slurmctld and slurmd run as root with all their files in ROOM, on their own ports; an
# installed Slurm's files are neither read nor written. proctrack/linuxproc tracks processes,
# because containers cannot delegate cgroups. Slurm refuses the loopback address, so the machine's
# own address is used.
slurm_pids=

slurm_start() { # room
    local room=$1 address port
    for program in munged slurmctld slurmd sbatch squeue scontrol; do
        command -v $program >/dev/null || { echo "no $program: Debian has slurmctld slurmd slurm-client munge"; return 77; }
    done
    [ "$(id -u)" = 0 ] || { echo "a Slurm of one machine needs root"; return 77; }
    address=$(hostname -I | cut -d' ' -f1)
    [ -n "$address" ] || { echo "this machine has no address but the loopback"; return 77; }
    port=$((20000 + RANDOM % 20000))
    mkdir -p "$room/state" "$room/spool" "$room/munge"
    chmod 700 "$room/munge"
    head -c 1024 /dev/urandom >"$room/munge/key"
    chmod 400 "$room/munge/key"
    munged --foreground --force --key-file="$room/munge/key" --socket="$room/munge/socket" \
        --pid-file="$room/munge/pid" --log-file="$room/munge/log" --seed-file="$room/munge/seed" \
        --num-threads=1 >"$room/munged.out" 2>&1 &
    slurm_pids=$!
    cat >"$room/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$(hostname -s)($address)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$room/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$room/state
SlurmdSpoolDir=$room/spool
SlurmctldPidFile=$room/slurmctld.pid
SlurmdPidFile=$room/slurmd.pid
SlurmctldLogFile=$room/slurmctld.log
SlurmdLogFile=$room/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0,sched_min_interval=100000
JobAcctGatherType=jobacct_gather/none
KillWait=20
MinJobAge=300
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=$address CPUs=$(nproc) State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$room/slurm.conf
    for _ in $(seq 50); do
        [ -S "$room/munge/socket" ] && break
        sleep 0.1
    done
    slurmctld -D -c >"$room/slurmctld.out" 2>&1 &
    slurm_pids="$slurm_pids $!"
    slurmd -D -c -N "$(hostname -s)" >"$room/slurmd.out" 2>&1 &
    slurm_pids="$slurm_pids $!"
    for _ in $(seq 150); do
        [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && return 0
        sleep 0.2
    done
    echo "Slurm does not start:"
    tail -3 "$room"/munged.out "$room"/slurmctld.out "$room"/slurmctld.log "$room"/slurmd.out "$room"/slurmd.log
    return 1
}

slurm_stop() {
    local pid
    for pid in $slurm_pids; do
        kill "$pid" 2>/dev/null
    done
    for pid in $slurm_pids; do
        wait "$pid" 2>/dev/null
    done
}
