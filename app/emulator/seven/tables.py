"""
The long tables of ``/cX show all``: names as the tools print them, values of a card that never was.

``#`` begins a number; what differs from card to card is put over it.
"""

from __future__ import annotations

from typing import Any


def names(text: str) -> list[str]:
    """A list written with bars between, blanks at the ends of names kept."""
    return text.replace("\n", "").split("|")


# Of these a build of 2014 prints the first 53, a build of 2026 all.
ADAPTER_OPERATIONS = names("""\
Rebuild Rate|CC Rate|BGI Rate |Reconstruct Rate|Patrol Read Rate|Alarm Control|Cluster Support|BBU|Spanning|
Dedicated Hot Spare|Revertible Hot Spares|Foreign Config Import|Self Diagnostic|
Allow Mixed Redundancy on Array|Global Hot Spares|Deny SCSI Passthrough|Deny SMP Passthrough|
Deny STP Passthrough|Support more than 8 Phys|FW and Event Time in GMT|Support Enhanced Foreign Import|
Support Enclosure Enumeration|Support Allowed Operations|Abort CC on Error|Support Multipath|
Support Odd & Even Drive count in RAID1E|Support Security|Support Config Page Model|
Support the OCE without adding drives|Support EKM|Snapshot Enabled|Support PFK|Support PI|Support LDPI Type1|
Support LDPI Type2|Support LDPI Type3|Support Ld BBM Info|Support Shield State|
Block SSD Write Disk Cache Change|Support Suspend Resume BG ops|Support Emergency Spares|
Support Set Link Speed|Support Boot Time PFK Change|Support JBOD|Disable Online PFK Change|
Support Perf Tuning|Support SSD PatrolRead|Real Time Scheduler|Support Reset Now|Support Emulated Drives|
Headless Mode|Dedicated HotSpares Limited|Point In Time Progress|Extended LD|Support Uneven span |
Support Maintenance Mode|Support Diagnostic results|Support Ext Enclosure|Support Sesmonitoring|
Support SecurityonJBOD|Support ForceFlash|Support DisableImmediateIO|Support LargeIOSupport|
Support DrvActivityLEDSetting|Support FlushWriteVerify|Support CPLDUpdate|Support ForceTo512e|
Support discardCacheDuringLDDelete|Support JBOD Write cache|Support Large QD Support|
Support Ctrl Info Extended|Support IButton less|Support AES Encryption Algorithm|Support Encrypted MFC|
Support Snapdump|Support Force Personality Change|Support Dual Fw Image|Support PSOC Update|
Support Secure Boot|Support Debug Queue|Support Least Latency Mode|Support OnDemand Snapdump|
Support Clear Snapdump|Support PHY current speed|Support Lane current speed|Support NVMe Width|
Support Lane DeviceType|Support Extended Drive performance Monitoring|Support NVMe Repair|
Support Platform Security|Support None Mode Params|Support Extended Controller Property|
Support Smart Poll Interval for DirectAttached|Support Write Journal Pinning|
Support SMP Passthru with Port Number|Support SnapDump Preboot Trace Buffer Toggle|
Support Parity Read Cache Bypass|Support NVMe Init Error Device ConnectorIndex|Support VolatileKey|
Support PSOC Part Information|Support Slow array threshold calculation|Support PCIe Reference Clock override|
Support PCIe PERST override|Support Drive FW Download Mask|Support Start of day PL log capture|
Support Drive Unrecovered Medium Error Count|Support Report Delay OCR Range|Support Phy State Control|
Support Drive Makers Authority|Support Inactivity Print|Support NVMe Thermal Poll|
Support Disabling Auto Select Boot Drive|Support Factory Repurpose""")
OLD_ADAPTER_OPERATIONS = 53
# The ones every RAID card says no to, and those that only later ones know.
NO_OPERATIONS = frozenset(
    names(
        "Alarm Control|Cluster Support|Allow Mixed Redundancy on Array|Deny SCSI Passthrough|Deny SMP Passthrough|"
        "Deny STP Passthrough|FW and Event Time in GMT|Support Odd & Even Drive count in RAID1E|Snapshot Enabled|"
        "Support LDPI Type1|Support LDPI Type2|Support LDPI Type3|Disable Online PFK Change|Support Reset Now|"
        "Block SSD Write Disk Cache Change|Dedicated HotSpares Limited|Support Uneven span |Support JBOD Write cache"
    )
)

PD_OPERATIONS = names("""\
Force Online|Force Offline|Force Rebuild|Deny Force Failed|Deny Force Good/Bad|Deny Missing Replace|
Deny Clear|Deny Locate|Support Power State|Set Power State For Cfg|Support T10 Power State|
Support Temperature|NCQ|Support Max Rate SATA|Support Degraded Media|Support Parallel FW Update|
Support Drive Crypto Erase|Support SSD Wear Gauge|Support Sanitize|Support Extended Sanitize|
Support Physical Link Speed|Support Write Buffer 16|Support Third Party Drive Lock Status""")
OLD_PD_OPERATIONS = 12
YES_PD_OPERATIONS = frozenset(names("Force Online|Force Offline|Force Rebuild|Support Temperature|NCQ"))

VD_OPERATIONS = names("""\
Read Policy|Write Policy|IO Policy|Access Policy|Disk Cache Policy|Reconstruction|Deny Locate|Deny CC|
Allow Ctrl Encryption|Enable LDBBM|Support FastPath|Performance Metrics|Power Savings|
Support Powersave Max With Cache|Support Breakmirror|Support SSC WriteBack|Support SSC Association|
Support VD Hide|Support VD Cachebypass|Support VD discardCacheDuringLDDelete|Support VD Scsi Unmap|
Support LD Rebuild errorcounter""")
OLD_VD_OPERATIONS = 17
YES_VD_OPERATIONS = frozenset(names("Access Policy|Reconstruction|Performance Metrics"))

STATUS = """\
Controller Status=Optimal|Memory Correctable Errors=#0|Memory Uncorrectable Errors=#0|ECC Bucket Count=#0|
Any Offline VD Cache Preserved=No|BBU Status=NA|PD Firmware Download in progress=No|
Support PD Firmware Download=No|Lock Key Assigned=No|Failed to get lock key on bootup=No|
Lock key has not been backed up=No|Bios was not detected during boot=No|
Controller must be rebooted to complete security operation=No|A rollback operation is in progress=No|
At least one PFK exists in NVRAM=No|SSC Policy is WB=No|Controller has booted into safe mode=No|
Controller shutdown required=No|Controller has booted into certificate provision mode=No"""
NOT_IN_OLD_STATUS = (
    "PD Firmware Download in progress",
    "Controller shutdown required",
    "Controller has booted into certificate provision mode",
)

POLICIES_TABLE = (
    ("Predictive Fail Poll Interval", "300 sec", ""),
    ("Interrupt Throttle Active Count", "16", ""),
    ("Interrupt Throttle Completion", "50 us", ""),
    ("Rebuild Rate", "30 %", "30%"),
    ("PR Rate", "30 %", "30%"),
    ("BGI Rate", "30 %", "30%"),
    ("Check Consistency Rate", "30 %", "30%"),
    ("Reconstruction Rate", "30 %", "30%"),
    ("Cache Flush Interval", "4s", ""),
)
POLICIES = """\
Flush Time(Default)=4s|Drive Coercion Mode=1GB|Auto Rebuild=On|Battery Warning=On|ECC Bucket Size=#15|
ECC Bucket Leak Rate (hrs)=#24|Restore Hot Spare on Insertion=Off|Expose Enclosure Devices=On|
Maintain PD Fail History=On|Reorder Host Requests=On|Auto detect BackPlane=SGPIO/i2c SEP|
Security Key Assigned=Off|Disable Online Controller Reset=Off|Use drive activity for locate=Off"""
BOOT = """\
BIOS Enumerate VDs=#1|Stop BIOS on Error=On|Delay during POST=#0|Spin Down Mode=None|Enable Ctrl-R=No|
Enable Web BIOS=Yes|Enable PreBoot CLI=Yes|Enable BIOS=Yes|Max Drives to Spinup at One Time=#4|
Maximum number of direct attached drives to spin up in 1 min=#60|Delay Among Spinup Groups (sec)=#2|
Allow Boot with Preserved Cache=Off"""
AVAILABILITY = "Topology Type=None|Cluster Permitted=No|Cluster Active=No"
DEFAULTS = """\
Phy Polarity=#0|Phy PolaritySplit=#0|Strip Size=256 KB|Write Policy=WB|Read Policy=RA|Cache When BBU Bad=Off|
Cached IO=Off|VD PowerSave Policy=Controller Defined|Default spin down time (mins)=#30|Coercion Mode=1 GB|
ZCR Config=Unknown|Max Chained Enclosures=#16|Direct PD Mapping=No|Restore Hot Spare on Insertion=No|
Expose Enclosure Devices=Yes|Maintain PD Fail History=Yes|Zero Based Enclosure Enumeration=No|
Disable Puncturing=No|EnableLDBBM=No|DisableHII=No|Un-Certified Hard Disk Drives=Allow|SMART Mode=Mode 6|
Enable LED Header=No|LED Show Drive Activity=Yes|Dirty LED Shows Drive Activity=No|EnableCrashDump=No|
Disable Online Controller Reset=No|Treat Single span R1E as R10=No|Power Saving option=Disabled|
TTY Log In Flash=No|Auto Enhanced Import=No|BreakMirror RAID Support=No|Disable Join Mirror=No|
Enable Shield State=Yes|Time taken to detect CME=60 sec"""
CAPABILITIES = """\
Supported Drives=SAS, SATA|RAID Level Supported=|Enable JBOD=No|Mix in Enclosure=Allowed|
Mix of SAS/SATA of HDD type in VD=Allowed|Mix of SAS/SATA of SSD type in VD=Not Allowed|
Mix of SSD/HDD in VD=Not Allowed|SAS Disable=No|Max Arms Per VD=#32|Max Spans Per VD=#8|Max Arrays=#128|
Max VD per array=#16|Max Number of VDs=#64|Max Parallel Commands=#928|Max SGE Count=#60|
Max Data Transfer Size=8192 sectors|Max Strips PerIO=#42|Max Configurable CacheCade Size(GB)=#0|
Max Transportable DGs=#0|Enable Snapdump=No|Enable SCSI Unmap=Yes|
Read cache bypass enabled for Parity RAID LDs=No|FDE Drive Mix Support=No|Min Strip Size=64 KB|
Max Strip Size=1.000 MB"""
NOT_IN_OLD_CAPABILITIES = (
    "Max Transportable DGs",
    "Enable Snapdump",
    "Enable SCSI Unmap",
    "Read cache bypass enabled for Parity RAID LDs",
    "FDE Drive Mix Support",
)


def section(text: str, over: dict[str, Any] | None = None, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """One of the tables, with what this card says in its place."""
    found: dict[str, Any] = {}
    for pair in text.replace("\n", "").split("|"):
        key, _, value = pair.partition("=")
        found[key] = int(value[1:]) if value.startswith("#") else value
    found.update(over or {})
    return {key: value for key, value in found.items() if key not in without}


def after(found: dict[str, Any], place: str, key: str, value: Any) -> dict[str, Any]:
    """The section with one more line after another."""
    lines = list(found.items())
    index = list(found).index(place) + 1
    return dict([*lines[:index], (key, value), *lines[index:]])


def answers(names: list[str], yes: frozenset[str], over: dict[str, str]) -> dict[str, str]:
    """Yes or No for each name."""
    return {name: over.get(name, "Yes" if name in yes else "No") for name in names}
