for size in 60 75 140; do
T=/tmp/o/robust/exp/tm; mkdir -p $T; umount -l $T 2>/dev/null; mount -t tmpfs -o size=${size}m tmpfs $T
mkdir $T/d; export DATA_DIR=$T/d SEED=off PORT=0
node out/service/main.mjs > /tmp/o/robust/exp/out.log 2>/tmp/o/robust/exp/err.log & pid=$!
for i in $(seq 40); do grep -q Listening /tmp/o/robust/exp/out.log && break; kill -0 $pid 2>/dev/null || break; sleep 0.5; done
echo "== $size"; df -m $T | tail -1
(timeout 20 node out/service/main.mjs import business-expansion /tmp/o/robust/exp/f.ndjson; echo import exit $?) 2>&1 | tail -c 600
df -m $T | tail -1
curl -s -m 8 $(sed -n 's/Listening on //p' /tmp/o/robust/exp/out.log)/ready | head -20
kill -TERM $pid; sleep 1; cat /tmp/o/robust/exp/out.log; tail -c 1500 /tmp/o/robust/exp/err.log; kill -9 $pid && echo had to kill; wait $pid 2>/dev/null; umount $T
done
