T=/tmp/o/robust/exp/tm; mkdir -p $T; umount $T 2>/dev/null; mount -t tmpfs -o size=100m tmpfs $T
mkdir $T/d; export DATA_DIR=$T/d SEED=off PORT=0
node -e '
const l=[];for(let i=0;i<60000;i++)l.push(JSON.stringify({id:"r"+i,announcedDate:"2026-01-05",company:{name:"Acme "+i%1000},title:"Headline "+require("crypto").randomBytes(300).toString("hex")}));
require("fs").writeFileSync("/tmp/o/robust/exp/f.ndjson",l.join("\n"))'
(node out/service/main.mjs > /tmp/o/robust/exp/out.log 2>/tmp/o/robust/exp/err.log; echo "service exit $?" >> /tmp/o/robust/exp/out.log) &
sleep 6; df -m $T | tail -1
(timeout 30 node out/service/main.mjs import business-expansion /tmp/o/robust/exp/f.ndjson; echo import exit $?) 2>&1 | tail -c 600
df -m $T | tail -1
curl -s -m 8 -i $(sed -n 's/Listening on //p' /tmp/o/robust/exp/out.log)/ready | head -20
pid=$(pgrep -n -f "^node out/service/main.mjs$"); kill -TERM $pid; sleep 4; cat /tmp/o/robust/exp/out.log; tail -c 1500 /tmp/o/robust/exp/err.log; kill -9 $pid; sleep 0.3; umount $T
